/** East Africa Time is UTC+3 the whole year, without daylight saving. Apart from the days: the login has no more of them. */
export const EAT_OFFSET_MS = 3 * 60 * 60 * 1000
