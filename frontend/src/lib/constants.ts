/** Times and limits, in milliseconds unless the name says otherwise. */

/** 'sidebar overlay 1000 ms; dashboard and user-menu navigation 800 ms'. */
export const SIDEBAR_OVERLAY_MS = 1000;
export const QUICK_OVERLAY_MS = 800;

/** product: shell.toasts */
export const TOAST_MS = 5000;
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_MS = 300;

/** product: api.polls */
export const POLL_ONLINE_MS = 5000;
export const POLL_EARNINGS_MS = 5000;
export const POLL_PAYMENT_SCHEDULE_MS = 10_000;
export const POLL_PAYMENT_SCHEDULE_DASHBOARD_MS = 60_000;
export const POLL_UNREAD_MS = 60_000;
export const POLL_GOING_MS = 5000;

/** The most that an admin gives, moves or sets at once, in reais, and as texts say it. */
export const MAX_AMOUNT = 10_000;
export const MAX_AMOUNT_TEXT = "R$ 10.000";

/** Half of the two minutes after which the server counts a silent person as offline. */
export const PRESENCE_MS = 60_000;

/** product: api.client */
export const MAX_RETRIES = 2;
export const RETRY_DELAY_MS = 1000;
export const MAX_RETRY_DELAY_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 30_000;

/** Pictures of accounts, made smaller before they are sent (product: creators.limits). */
export const IMAGE_MAX_MB = 5;
export const IMAGE_MAX_WIDTH = 800;
export const IMAGE_MAX_HEIGHT = 600;
export const IMAGE_JPEG_QUALITY = 0.7;
export const IMAGES_MAX = 10;

/** Above it the bell shows '9+'. */
export const BADGE_MAX = 9;

/** What the tasks screen leaves on the page's timeline, where the analytics that come later find it. */
export const TASK_VIEW_MARK = "track:task_view";
