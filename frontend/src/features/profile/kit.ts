/** What the tabs of the profile share, kept together in one chunk (see ui/kit.ts). */
import "@/features/profile/drafts";
import "@/features/profile/edit-buttons";
import "@/features/profile/edit-card";
import "@/features/profile/me";
import "@/features/profile/sessions";
import "@/features/profile/use-editing";
