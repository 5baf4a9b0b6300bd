import { RunScreen } from "@/features/runs/run-screen";
import { mount } from "@/lib/mount";

mount("run", RunScreen);
