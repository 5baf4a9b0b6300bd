import "@/styles/creator.css";
import "@/styles/sheet.css";
import { FortniteBulk } from "@/features/fortnite-bulk/screen";
import { mount } from "@/lib/mount";

mount("fortnite-bulk", FortniteBulk);
