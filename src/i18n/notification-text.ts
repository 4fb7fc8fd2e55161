import type { NotificationEvent } from '#domain/notifications/notification.ts'
import type { UserType } from '#domain/users/user.ts'
import type { Language } from './language.ts'

/** The part of a notification that its text needs. */
export type NotificationItem = {
  readonly event: NotificationEvent
  readonly subject: string
  readonly label: string
}

export type NotificationText = { readonly title: string; readonly body: string }

type NotificationTexts = {
  readonly [Event in NotificationEvent]: {
    one(label: string): NotificationText
    many(count: number): string
  }
} & {
  /** Something changed, but the server could not be asked what. */
  readonly unknown: NotificationText
}

/** What a finding is about, by its type. No figure: a locked screen shows it to everybody. */
const INSIGHT_AREAS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  sales: { en: 'Sales', sw: 'Mauzo' },
  expenses: { en: 'Expenses', sw: 'Gharama' },
  tax: { en: 'Tax', sw: 'Kodi' },
}

/**
 * The texts of notifications, in both languages. Written out instead of taken from the catalogue: the worker shows
 * them without a page, and would need the whole catalogue for these few lines.
 */
const TEXTS: Record<Language, NotificationTexts> = {
  en: {
    'invoice-issued': {
      one: (label) => ({ title: 'Invoice issued', body: `TRA accepted receipt ${label}` }),
      many: (count) => (count === 1 ? '1 invoice issued' : `${count} invoices issued`),
    },
    'invoice-refused': {
      one: (label) => ({
        title: 'TRA rejected an invoice',
        body: `Receipt ${label}. Open to see what to do`,
      }),
      many: (count) => `${count === 1 ? '1 invoice' : `${count} invoices`} rejected by TRA`,
    },
    'z-report-refused': {
      one: (label) => ({ title: 'TRA rejected a Z report', body: `Report of ${dayText(label)}` }),
      many: (count) => `${count === 1 ? '1 Z report' : `${count} Z reports`} rejected by TRA`,
    },
    'company-blocked': {
      one: () => ({ title: 'Company blocked by TRA', body: 'Invoices cannot be saved or submitted' }),
      many: () => 'Company blocked by TRA',
    },
    'certificate-ends': {
      one: (label) => ({
        title: 'The TRA certificate ends soon',
        body: `Last day ${dayText(label)}. Ask TRA for a new one`,
      }),
      many: () => 'The TRA certificate ends soon',
    },
    'work-lost': {
      one: (label) => ({
        title: 'Records saved on a phone did not arrive',
        body: `${label}. Compare that day with the list of invoices, and enter again what is missing`,
      }),
      many: () => 'Records saved on a phone did not arrive',
    },
    'phone-copied': {
      one: (label) => ({
        title: 'The data of a phone was copied to another',
        body: `${label}. Sales of both are sent once. If you do not know the second phone, change this person’s password: that logs out all their phones`,
      }),
      many: () => 'The data of a phone was copied to another',
    },
    'insight-severe': {
      one: (label) => ({
        title: 'Your figures need a look',
        body: `${INSIGHT_AREAS[label]?.en ?? 'Business'}: something is far from usual. Open to see what`,
      }),
      many: () => 'Your figures need a look',
    },
    unknown: { title: 'Something new in Risiti', body: 'Open Risiti to see it' },
  },
  sw: {
    'invoice-issued': {
      one: (label) => ({ title: 'Ankara imetolewa', body: `TRA imepokea risiti ${label}` }),
      many: (count) => `Ankara ${count} ${count === 1 ? 'imetolewa' : 'zimetolewa'}`,
    },
    'invoice-refused': {
      one: (label) => ({ title: 'TRA imekataa ankara', body: `Risiti ${label}. Fungua uone cha kufanya` }),
      many: (count) => `Ankara ${count} ${count === 1 ? 'imekataliwa' : 'zimekataliwa'} na TRA`,
    },
    'z-report-refused': {
      one: (label) => ({ title: 'TRA imekataa ripoti ya Z', body: `Ripoti ya ${dayText(label)}` }),
      many: (count) =>
        count === 1 ? 'Ripoti 1 ya Z imekataliwa na TRA' : `Ripoti ${count} za Z zimekataliwa na TRA`,
    },
    'company-blocked': {
      one: () => ({
        title: 'Kampuni imezuiwa na TRA',
        body: 'Ankara haziwezi kuhifadhiwa wala kuwasilishwa',
      }),
      many: () => 'Kampuni imezuiwa na TRA',
    },
    'certificate-ends': {
      one: (label) => ({
        title: 'Cheti cha TRA kinakaribia kuisha',
        body: `Siku ya mwisho ${dayText(label)}. Omba kipya TRA`,
      }),
      many: () => 'Cheti cha TRA kinakaribia kuisha',
    },
    'work-lost': {
      one: (label) => ({
        title: 'Taarifa zilizohifadhiwa kwenye simu hazikufika',
        body: `${label}. Linganisha siku hiyo na orodha ya ankara, kisha uingize tena zinazokosekana`,
      }),
      many: () => 'Taarifa zilizohifadhiwa kwenye simu hazikufika',
    },
    'phone-copied': {
      one: (label) => ({
        title: 'Data ya simu imenakiliwa kwenye simu nyingine',
        body: `${label}. Mauzo ya simu zote mbili yanatumwa mara moja tu. Kama huitambui simu ya pili, badilisha nenosiri la mtu huyu: hilo litaziondoa simu zake zote kwenye akaunti`,
      }),
      many: () => 'Data ya simu imenakiliwa kwenye simu nyingine',
    },
    'insight-severe': {
      one: (label) => ({
        title: 'Angalia takwimu zako',
        body: `${INSIGHT_AREAS[label]?.sw ?? 'Biashara'}: kuna jambo lisilo la kawaida. Fungua uone`,
      }),
      many: () => 'Angalia takwimu zako',
    },
    unknown: { title: 'Kuna jambo jipya', body: 'Fungua Risiti uone' },
  },
}

/** The most serious events first. */
const BY_WEIGHT: readonly NotificationEvent[] = [
  'company-blocked',
  'work-lost',
  'phone-copied',
  'invoice-refused',
  'z-report-refused',
  'certificate-ends',
  'insight-severe',
  'invoice-issued',
]

/** `2026-11-21` in the local format. */
function dayText(day: string): string {
  return day.split('-').reverse().join('/')
}

/** One notification for all events: in full for a single one, else how many of each. */
export function notificationText(language: Language, items: readonly NotificationItem[]): NotificationText {
  const texts = TEXTS[language]
  const [first, ...others] = items
  if (!first) return texts.unknown
  if (others.length === 0) return texts[first.event].one(first.label)
  const [title = '', ...rest] = BY_WEIGHT.flatMap((event) => {
    const count = items.filter((one) => one.event === event).length
    return count === 0 ? [] : texts[event].many(count)
  })
  const body = rest.length > 0 ? rest.join(', ') : items.flatMap(({ label }) => label || []).join(', ')
  return { title, body }
}

/**
 * The page that shows what happened, the phones of the company first. Only owners have a page of their company: on it
 * are its phones and its certificate. Others get the page where they do what the text says.
 */
export function notificationPath(items: readonly NotificationItem[], userType: UserType | undefined): string {
  const has = (event: NotificationEvent) => items.some((item) => item.event === event)
  const isOwner = userType === 'company_owner'
  if (has('work-lost')) return isOwner ? '/company' : '/invoices'
  if (has('phone-copied')) return isOwner ? '/company' : '/change-password'
  const invoices = items.filter(({ event }) => event === 'invoice-issued' || event === 'invoice-refused')
  const [invoice, ...more] = invoices
  if (invoice && more.length === 0 && items.length === 1) return `/invoice/${invoice.subject}`
  if (invoices.length > 0) return '/invoices'
  if (has('z-report-refused')) return '/sync'
  return isOwner && has('certificate-ends') ? '/company' : '/dashboard'
}
