/** 'Dashboard shows 3 recent tasks and 3 recent earnings' (document 1 §9). */
export const RECENT = 3;
