import { expect, test } from './fixtures.ts'
import { MAIN_DEVICE, MAIN_TIN } from './steps/ledger.ts'
import { tapMoreAction } from './steps/more-actions.ts'
import { closeSending, connectionStatus, expectAllSent, expectStatus, openSending } from './steps/outbox.ts'
import { readPaper } from './steps/receipt.ts'
import { askToSubmit, confirmSubmit, sell, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

test.afterEach(async ({ authority }) => {
  await authority.clearFaults()
})

test('one sale shows every state it goes through, and never a number before there is one (what the user sees)', async ({
  phone,
  faultProxy: line,
  authority,
}) => {
  const { page, context } = phone
  await signIn(page)
  const pill = page.locator('main [data-status]').first()
  const paper = page.getByRole('article', { name: 'Receipt' })
  const centre = page.getByRole('dialog', { name: 'Sending', exact: true })

  // A draft.
  const id = await writeInvoice(page)
  await page.goto(`/invoice/${id}`)
  await expect(pill).toHaveText('Draft')
  await expect(paper).toContainText('Not a fiscal receipt')

  // Kept on the phone, behind another sale and nothing else: the draft has gone.
  await expectAllSent(page)
  await page.goto('/invoices')
  await context.setOffline(true)
  await expect(connectionStatus(page)).toHaveText('You are offline')
  await sell(page)
  await page.goto(`/edit-invoice/${id}`)
  await askToSubmit(page)
  await confirmSubmit(page)
  await expect(pill).toHaveText('Waiting to send')
  await expect(page.getByText('Saved on this phone, waiting to send (1 ahead of it)')).toBeVisible()
  await expect(paper).toContainText('Not a fiscal receipt')
  await openSending(page)
  await expect(centre.getByRole('article').nth(1)).toContainText('1 ahead of it')
  await expect(centre.getByText('Your data in this browser is not protected')).toBeVisible()
  await expect(centre).toContainText(/Last contact with the server\s*\d\d:\d\d/)
  await closeSending(page)

  // On its way: the server has it and its answer is awaited.
  let answer = () => {}
  const release = new Promise<void>((resolve) => {
    answer = resolve
  })
  // No receipt is confirmed before all of this was looked at, however long that takes.
  await authority.fault({
    kind: 'status',
    status: 503,
    times: 1_000,
    calls: ['receipt'],
    certkey: MAIN_DEVICE,
  })
  line.inject(/sync\/push/, { kind: 'hold', release }, Number.POSITIVE_INFINITY)
  await context.setOffline(false)
  await expect(page.getByText('Sending to the server')).toBeVisible({ timeout: 45_000 })
  await expect(pill).toHaveText('Waiting to send')
  await openSending(page)
  await expect(centre.getByText('Sending now').first()).toBeVisible()
  await closeSending(page)
  await expect(paper).toContainText('Not a fiscal receipt')
  answer()

  // Numbered and signed; the authority does not answer for now.
  await expect(pill).toHaveText('Submitted', { timeout: 45_000 })
  await expect(page.getByText(/TRA has not confirmed it yet/)).toBeVisible()
  await expect(connectionStatus(page)).toHaveText('Online')
  const { code } = await readPaper(page)

  await authority.clearFaults()
  await expectStatus(page, id, 'Issued')
  expect((await readPaper(page)).code).toBe(code)

  await tapMoreAction(page, 'Cancel the invoice')
  const question = page.getByRole('dialog')
  await question.getByLabel('Reason').fill('Imekosewa')
  await question.getByRole('button', { name: 'Cancel the invoice' }).click()
  await expect(pill).toHaveText('Canceled', { timeout: 45_000 })
  await expect(page.getByText('Reason: Imekosewa')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText('Canceled: Imekosewa')
})

test('the long name of a company is read in full beside unsent work, and the bar stays as high as it was (360 px)', async ({
  phone,
  demo,
}) => {
  const { page, context } = phone
  const name = 'Duka la Vyakula na Vifaa vya Ujenzi Mfano Kariakoo'
  const [before] = await demo.database.run('select name from companies where tin = $1', [MAIN_TIN])
  const rename = (to: unknown) =>
    demo.database.run('update companies set name = $1 where tin = $2', [to, MAIN_TIN])
  await rename(name)
  try {
    await signIn(page)
    const bar = page.locator('header').filter({ hasText: name })
    const shown = bar.getByText(name, { exact: true })
    const heightOf = async () => (await bar.boundingBox())?.height
    const height = await heightOf()
    await context.setOffline(true)
    await sell(page)
    await expect(bar.getByText('1 waiting')).toBeVisible()
    const isCut = await shown.evaluate(
      (element) =>
        element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1,
    )
    expect(isCut).toBe(false)
    expect(await heightOf()).toBe(height)
  } finally {
    // Other tests on this server expect the name of the demo.
    await rename(before?.['name'])
  }
})
