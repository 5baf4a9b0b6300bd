import "@/styles/sheet.css";
import { WarThunderBulk } from "@/features/war-thunder-bulk/screen";
import { mount } from "@/lib/mount";

mount("war-thunder-bulk", WarThunderBulk);
