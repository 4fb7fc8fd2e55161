import { describe, expect, it, test } from 'vitest'
import { ERROR_CODES } from '#contract/error-codes.ts'
import { ROUTES } from '#domain/permissions/routes.ts'
import { CHAPTERS, chapterOfCode, chapterOfScreen } from '#features/help/chapters.ts'
import { HELP_DOCUMENTS } from '#features/help/help-documents.ts'

/** The heading that each chapter must have: a chapter that is moved in the document fails here. */
const HEADINGS: Readonly<Record<keyof typeof CHAPTERS, string>> = {
  install: 'Install the app',
  login: 'Log in and set a PIN',
  sell: 'Sell: write an invoice',
  receipt: 'Give the receipt',
  sending: 'What waits: the screen Sending',
  find: 'Find an invoice',
  refund: 'Return money or cancel',
  records: 'Customers and products',
  expense: 'Record an expense in 30 seconds',
  people: 'Several people, several phones',
  owner: 'For the owner',
  data: 'Take out all data of the company',
  secondFactor: 'A second factor for your login',
  loginAgain: 'Log in again, or the account is disabled',
  connection: 'No connection, or a slow one',
  authority: 'When TRA refuses a receipt or blocks the device',
  administration: 'Administration: organizations, companies, accounts',
  api: 'Keys for your own programs (API)',
  accounting: 'Xero and QuickBooks',
  ussd: 'Sell by USSD from any phone',
  about: 'What is Risiti?',
  price: 'What does it cost?',
}

describe('chapters of the help that screens and errors lead to', () => {
  test.each(Object.entries(HEADINGS))('%s is the chapter "%s"', async (chapter, heading) => {
    const { name, id } = CHAPTERS[chapter as keyof typeof CHAPTERS]
    const { sections } = await HELP_DOCUMENTS[name].load.en()
    expect(sections.find((section) => section.id === id)?.title).toBe(heading)
  })

  it('explains every error code', () => {
    expect(ERROR_CODES.filter((code) => chapterOfCode(code) === undefined)).toEqual([])
  })

  it('explains every screen behind the login, and each by the chapter about it', () => {
    const behindLogin = ROUTES.filter(({ access }) => access !== 'public').map(({ path }) => path)
    // Pages that are documents themselves, or lists of links.
    const documents = ['/help/user-manual', '/updates']
    const unexplained = behindLogin.filter(
      (path) =>
        chapterOfScreen(path) === CHAPTERS.about && !['/dashboard', '/welcome', ...documents].includes(path),
    )
    expect(unexplained).toEqual([])
    expect(chapterOfScreen('/edit-invoice/3')).toBe(CHAPTERS.sell)
    expect(chapterOfScreen('/invoices-report')).toBe(CHAPTERS.owner)
    expect(chapterOfScreen('/invoices')).toBe(CHAPTERS.find)
  })
})
