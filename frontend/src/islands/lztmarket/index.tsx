import { LztmarketScreen } from "@/features/lztmarket/lztmarket-screen";
import { mount } from "@/lib/mount";

mount("lztmarket", LztmarketScreen);
