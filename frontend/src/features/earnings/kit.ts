/** What the screens about money share, kept together in one chunk (see ui/kit.ts). */
import "@/features/earnings/earning";
import "@/features/earnings/payment-date";
import "@/features/earnings/payment-schedule";
