import type { CurrentUser } from '#domain/users/user.ts'

type PublicReceiptLanguage = CurrentUser['language']

/** Words around a receipt on its public page. */
export type PublicReceiptMessages = {
  readonly title: string
  readonly waiting: string
  readonly waitingMore: string
  readonly canceled: string
  readonly canceledMore: string
  readonly unacknowledged: string
  readonly canceledReceipt: string
  readonly broken: string
  readonly brokenMore: string
  readonly busy: string
  readonly check: string
  readonly qr: string
  readonly keep: string
  /** Name of the other language, in that language. */
  readonly otherLanguage: string
}

/** In both languages; a missing word does not compile. */
export const publicReceiptMessages: Readonly<Record<PublicReceiptLanguage, PublicReceiptMessages>> = {
  en: {
    title: 'Receipt',
    waiting: 'Waiting for the receipt',
    waitingMore:
      'The receipt is not here yet. The seller’s phone sends it as soon as it has a connection. This page refreshes automatically; you can also keep the link and open it later.',
    canceled: 'This sale was canceled',
    canceledMore: 'There is no receipt for it. If you paid, ask the seller.',
    unacknowledged:
      'The receipt has its TRA numbers. TRA has not confirmed it yet; this page refreshes automatically.',
    canceledReceipt: 'The seller has canceled this receipt.',
    broken: 'This link is incomplete',
    brokenMore: 'A part of the address is missing. Open the link from the seller’s message again.',
    busy: 'Too many people are opening this page. Please try again in a minute.',
    check: 'Verify this receipt at TRA',
    qr: 'QR code to verify this receipt',
    keep: 'To keep it, print this page or save it as a PDF from the menu of your browser.',
    otherLanguage: 'Kiswahili',
  },
  sw: {
    title: 'Risiti',
    waiting: 'Risiti inasubiriwa',
    waitingMore:
      'Risiti bado haijafika hapa. Simu ya muuzaji itaituma mara itakapopata mtandao. Ukurasa huu utaangalia tena wenyewe; unaweza pia kuhifadhi kiungo na kukifungua baadaye.',
    canceled: 'Mauzo haya yamebatilishwa',
    canceledMore: 'Hakuna risiti ya mauzo haya. Kama ulilipa, muulize muuzaji.',
    unacknowledged:
      'Risiti ina namba za TRA. TRA bado haijathibitisha kuipokea; ukurasa huu utaangalia tena wenyewe.',
    canceledReceipt: 'Muuzaji ameibatilisha risiti hii.',
    broken: 'Kiungo hiki si kamili',
    brokenMore: 'Sehemu ya anwani haipo. Fungua tena kiungo kutoka kwenye ujumbe wa muuzaji.',
    busy: 'Watu wengi wanafungua ukurasa huu. Tafadhali jaribu tena baada ya dakika moja.',
    check: 'Hakiki risiti hii TRA',
    qr: 'Msimbo wa QR wa kuhakiki risiti hii',
    keep: 'Ili kuihifadhi, chapisha ukurasa huu au uhifadhi kama PDF kwenye menyu ya kivinjari chako.',
    otherLanguage: 'English',
  },
}

/** The language of a visitor: what the address asks for, else the browser's first choice among ours, else Swahili. */
export function publicReceiptLanguage(
  requested: string | undefined,
  accepted: string | undefined,
): PublicReceiptLanguage {
  if (requested === 'en' || requested === 'sw') return requested
  const preferences = (accepted ?? '')
    .split(',')
    .map((preference) => {
      const [tag = '', ...rest] = preference.trim().toLowerCase().split(';')
      const weight = /q=([\d.]+)/.exec(rest.join(';'))?.[1]
      return { language: tag.slice(0, 2), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ language, weight }) => (language === 'en' || language === 'sw') && weight > 0)
    .sort((one, other) => other.weight - one.weight)
  return preferences[0]?.language === 'en' ? 'en' : 'sw'
}
