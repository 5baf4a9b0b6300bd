import { AdminPanelScreen } from "@/features/admin-panel/admin-panel-screen";
import { mount } from "@/lib/mount";

mount("admin-panel", AdminPanelScreen);
