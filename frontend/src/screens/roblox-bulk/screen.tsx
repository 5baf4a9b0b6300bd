import { mount } from "@/app/mount";
import { Creator } from "@/shared/creation/creator";

mount("roblox-bulk", Creator);
