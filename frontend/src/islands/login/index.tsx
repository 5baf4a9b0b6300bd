import { LoginScreen } from "@/features/login/login-screen";
import { mount } from "@/lib/mount";

mount("login", LoginScreen);
