import { AdminLoyaltyPointsScreen } from "@/features/admin-loyalty-points/admin-loyalty-points-screen";
import { mount } from "@/lib/mount";

mount("admin-loyalty-points", AdminLoyaltyPointsScreen);
