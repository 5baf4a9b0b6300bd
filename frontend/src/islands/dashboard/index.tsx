import { DashboardScreen } from "@/features/dashboard/dashboard-screen";
import { mount } from "@/lib/mount";

mount("dashboard", DashboardScreen);
