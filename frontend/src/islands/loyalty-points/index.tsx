import { LoyaltyPointsScreen } from "@/features/loyalty-points/loyalty-points-screen";
import { mount } from "@/lib/mount";

mount("loyalty-points", LoyaltyPointsScreen);
