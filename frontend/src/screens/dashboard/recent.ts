/** 'Dashboard shows 3 recent tasks and 3 recent earnings'. */
export const RECENT = 3;
