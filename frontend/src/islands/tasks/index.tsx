import { TasksScreen } from "@/features/tasks/tasks-screen";
import { mount } from "@/lib/mount";
import { track } from "@/lib/track";

mount("tasks", TasksScreen);
track("task_view");
