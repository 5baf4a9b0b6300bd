import { ProfileScreen } from "@/features/profile/profile-screen";
import { mount } from "@/lib/mount";

mount("profile", ProfileScreen);
