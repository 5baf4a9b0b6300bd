import { GameboostScreen } from "@/features/gameboost/gameboost-screen";
import { mount } from "@/lib/mount";

mount("gameboost", GameboostScreen);
