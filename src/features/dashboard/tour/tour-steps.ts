import { useLingui } from '@lingui/react/macro'

export type TourStep = {
  /** A selector of the place; without such a place the step is shown over the whole screen. */
  readonly target: string
  readonly title: string
  readonly text: string
}

/** The places of the tour, in the order of a day: sell, see what was sold, what was sent, and everything else. */
export function useTourSteps(): readonly TourStep[] {
  const { t } = useLingui()
  return [
    {
      target: '[data-tour="today"]',
      title: t`Your sales today`,
      text: t`What you sold today and the VAT in it. It is counted on this phone, also without internet.`,
    },
    {
      // The button that is always there, not a link of the first steps.
      target: 'nav a[href="/new-invoice"]',
      title: t`Sell here`,
      text: t`Tap to start a new invoice. You can sell without internet; the receipt is sent when you are online again.`,
    },
    {
      target: 'header a[href="/sync"]',
      title: t`Unsent records`,
      text: t`Shows whether everything reached the server. Tap it to see unsent records and those that need you.`,
    },
    {
      target: '[data-tour="statuses"]',
      title: t`Invoices by status`,
      text: t`Drafts, invoices sent to TRA, issued and canceled ones. Tap a line to open its list.`,
    },
    {
      target: 'nav a[href="/customers"]',
      title: t`Customers, products and more`,
      text: t`The menu leads to your customers, products, expenses and the sales report.`,
    },
    {
      target: 'nav button[aria-haspopup="dialog"]',
      title: t`Settings and help`,
      text: t`Behind More are settings, help and your profile. This tour starts again from Settings or from the user manual.`,
    },
  ]
}
