import "@/styles/sheet.css";
import { RobloxBulk } from "@/features/roblox-bulk/screen";
import { mount } from "@/lib/mount";

mount("roblox-bulk", RobloxBulk);
