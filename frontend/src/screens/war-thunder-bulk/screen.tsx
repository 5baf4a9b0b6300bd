import { mount } from "@/app/mount";
import { Creator } from "@/shared/creation/creator";

mount("war-thunder-bulk", Creator);
