/** The menu before a login. It has a file of its own, so that the landing page need not load the menus behind the login. */
export const PUBLIC_MENU = ['/help', '/tax-tips', '/contact-us'] as const
