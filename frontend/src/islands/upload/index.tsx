import "@/styles/sheet.css";
import { Upload } from "@/features/upload/screen";
import { mount } from "@/lib/mount";

mount("upload", Upload);
