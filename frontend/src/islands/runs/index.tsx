import { RunsScreen } from "@/features/runs/runs-screen";
import { mount } from "@/lib/mount";

mount("runs", RunsScreen);
