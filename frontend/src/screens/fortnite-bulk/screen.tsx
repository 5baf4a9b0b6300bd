import { mount } from "@/app/mount";
import { Creator } from "@/shared/creation/creator";

mount("fortnite-bulk", Creator);
