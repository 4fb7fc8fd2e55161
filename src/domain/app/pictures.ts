/** Screens of the app that the manual and the landing page show (`scripts/dev/pictures.mjs` takes them). */
export const PICTURES = ['counter', 'receipt'] as const

/** Where a phone keeps the pictures of its language for times without a connection. */
export const PICTURE_CACHE = 'risiti-pictures'

/** Address of a picture in a language of the app. */
export function picturePath(name: (typeof PICTURES)[number], language: string): string {
  return `/pictures/${name}-${language === 'en' ? 'en' : 'sw'}.webp`
}
