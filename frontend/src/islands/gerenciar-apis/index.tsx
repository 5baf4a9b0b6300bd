import { GerenciarApisScreen } from "@/features/gerenciar-apis/gerenciar-apis-screen";
import { mount } from "@/lib/mount";

mount("gerenciar-apis", GerenciarApisScreen);
