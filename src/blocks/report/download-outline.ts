/** Icon: an arrow down to a line. */
export const DOWNLOAD_OUTLINE = 'M12 4v11M6.500 10 12 15.500 17.500 10M5 20h14'
