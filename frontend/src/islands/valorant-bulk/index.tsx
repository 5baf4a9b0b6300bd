import "@/styles/creator.css";
import "@/styles/sheet.css";
import { ValorantBulk } from "@/features/valorant-bulk/screen";
import { mount } from "@/lib/mount";

mount("valorant-bulk", ValorantBulk);
