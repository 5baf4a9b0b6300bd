import { TasksScreen } from "@/features/tasks/tasks-screen";
import { mount } from "@/lib/mount";

mount("tasks", TasksScreen);
