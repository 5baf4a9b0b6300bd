import { SettingsScreen } from "@/features/settings/settings-screen";
import { mount } from "@/lib/mount";

mount("settings", SettingsScreen);
