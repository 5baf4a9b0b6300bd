/** What the screens of the marketplaces share, kept together in one chunk (see ui/kit.ts). */
import "@/features/marketplace/configuration";
import "@/features/marketplace/service";
