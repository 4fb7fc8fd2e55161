import type { HelpName } from './help-documents.ts'

/** A chapter that explains screens or errors: its document, and its place in it, the same in both languages. */
export type Chapter = { readonly name: Extract<HelpName, 'faqs' | 'user-manual'>; readonly id: string }

function manual(place: number): Chapter {
  return { name: 'user-manual', id: `s${place}` }
}

/** Chapters by what they explain; the test compares each with its heading. */
export const CHAPTERS = {
  install: manual(1),
  login: manual(2),
  sell: manual(3),
  receipt: manual(4),
  sending: manual(5),
  find: manual(6),
  refund: manual(7),
  records: manual(8),
  expense: manual(9),
  people: manual(10),
  owner: manual(12),
  data: manual(13),
  secondFactor: manual(14),
  loginAgain: manual(15),
  connection: manual(16),
  authority: manual(17),
  administration: manual(18),
  api: manual(19),
  accounting: manual(20),
  ussd: manual(21),
  about: { name: 'faqs', id: 's1' },
  price: { name: 'faqs', id: 's12' },
} as const satisfies Record<string, Chapter>
type ChapterName = keyof typeof CHAPTERS

/** The chapter of each screen, by the start of its address; the longest start counts. */
const SCREENS: Readonly<Record<string, ChapterName>> = {
  '/': 'about',
  '/login': 'login',
  '/change-password': 'login',
  '/dashboard': 'about',
  '/welcome': 'about',
  '/new-invoice': 'sell',
  '/edit-invoice': 'sell',
  '/invoices': 'find',
  '/invoice': 'receipt',
  '/products': 'records',
  '/customer': 'records',
  '/debts': 'records',
  '/sales': 'owner',
  '/insights': 'owner',
  '/expenses': 'expense',
  '/new-expense': 'expense',
  '/expense-categories': 'expense',
  '/vendors': 'expense',
  '/sync': 'sending',
  '/settings': 'install',
  '/profile': 'secondFactor',
  '/company': 'data',
  '/developer': 'api',
  '/apps-integration': 'accounting',
  '/ussd': 'ussd',
  '/auth-ussd': 'ussd',
  '/companies': 'administration',
  '/organizations': 'administration',
  '/operator': 'people',
  '/operators': 'administration',
  '/users': 'people',
  '/payment': 'price',
  '/receipt-reissuing': 'receipt',
  '/new-potential-client': 'administration',
  '/potential-clients': 'administration',
  '/cms-tax-tips': 'administration',
  '/invoices-report': 'owner',
}

/** The chapter that explains the screen at an address. */
export function chapterOfScreen(path: string): Chapter {
  const start = Object.keys(SCREENS)
    .filter((known) => path.toLowerCase().startsWith(known))
    .sort((one, other) => other.length - one.length)[0]
  return CHAPTERS[SCREENS[start ?? '/'] ?? 'about']
}

/** The chapter of each error code, by its start; the first start that fits counts. The test asks for every code. */
const CODES: readonly (readonly [RegExp, ChapterName])[] = [
  [/^SECOND_FACTOR/, 'secondFactor'],
  [/^(API_KEY_|WEBHOOK_)/, 'api'],
  [/^ACC_/, 'accounting'],
  [/^USSD_/, 'ussd'],
  [/^(INVALID_CREDENTIALS|LOGIN_|TOKEN_|REFRESH_|GRANT_|USER_DISABLED|COMPANY_DISABLED)/, 'loginAgain'],
  [/^(PASSWORD_|OTP_|RESET_|PROFILE_|ACCOUNT_|OPERATION_WRONG_ACCOUNT)/, 'loginAgain'],
  [/^(NETWORK_|DEVICE_STORAGE|ANSWER_|UNAVAILABLE|UNEXPECTED|TOO_MANY|REQUEST_|PUSH_)/, 'connection'],
  [/^(TRA_|COMPANY_BLOCKED|CERTIFICATE_|FISCAL_|CLOCK_|REGISTRATION_NO_ANSWER)/, 'authority'],
  [/^(CREDIT_NOTE_|INVOICE_CANCEL|INVOICE_REASON)/, 'refund'],
  [/^(MAIL_|REISSUE_|INVOICE_NOT_NUMBERED)/, 'receipt'],
  [/^(OPERATION_|UPGRADE_|NOT_FOUND|FORBIDDEN|FILE_INCOMPLETE|FILE_DAMAGED)/, 'sending'],
  [/^(CUSTOMER_|PRODUCT_|COLLECTION_)/, 'records'],
  [/^(EXPENSE_|VENDOR_|CATEGORY_|FILE_)/, 'expense'],
  [/^(INVOICE_|LINE_|PAYMENT_|DISCOUNT_|SALE_)/, 'sell'],
  [/^(COMPANY_|ORGANIZATION_|OPERATOR_|USER_|TAX_TIP_|SUBSCRIPTION_|RATE_|RECEIPT_TEXT)/, 'administration'],
  [/^(POTENTIAL_CLIENT_|REGISTRATION_|CONTACT_)/, 'administration'],
  [/^AI_/, 'owner'],
]

/** The chapter that explains an error; `undefined` for a code that only a newer server knows. */
export function chapterOfCode(code: string): Chapter | undefined {
  const found = CODES.find(([start]) => start.test(code))
  return found && CHAPTERS[found[1]]
}

/** The chapter of what a link to the help names: an error code, or the address of a screen. */
export function chapterAbout(about: string): Chapter | undefined {
  return about.startsWith('/') ? chapterOfScreen(about) : chapterOfCode(about)
}
