import "@/styles/charts.css";
import { EmployeeAnalyticsScreen } from "@/features/employee-analytics/employee-analytics-screen";
import { mount } from "@/lib/mount";

mount("employee-analytics", EmployeeAnalyticsScreen);
