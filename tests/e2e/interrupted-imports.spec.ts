import { expect, test } from './fixtures.ts'
import { CUSTOMER_HEAD, chooseImportFile } from './steps/choose-import-file.ts'
import { holdWorkerCall, isWorkerCallHeld } from './steps/hold-worker-call.ts'
import { navigate } from './steps/navigate.ts'
import { readRows } from './steps/phone-store.ts'
import { signIn } from './steps/sign-in.ts'

/** More than a tab writes before it can be closed. */
const MANY = 10_000

test('an import that is canceled stops at once, and keeps what it has written (spec §5)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  // The worker is being asked for a chunk, or the chunk is being written: each must end.
  for (const series of ['C', 'D']) {
    const mark = `${series}${String(Date.now()).slice(-6)}`
    const rows = Array.from({ length: MANY }, (_, at) => `Mteja ${mark} ${at},PASSPORT,${mark}${at},,,`)
    await page.goto('/customers?import=csv')
    await chooseImportFile(page, [CUSTOMER_HEAD, ...rows].join('\n'), { name: 'wengi.csv' })
    const sheet = page.getByRole('dialog', { name: 'Import CSV' })
    await sheet.getByRole('button', { name: /^Save [\d,]+ customers$/ }).click()
    await expect(sheet.getByText(/^Rows: \d+ of \d+$/)).toBeVisible()
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    const stopped = /^Stopped\. Customers saved on this phone: (\d+)$/
    await expect(sheet.getByRole('status')).toHaveText(stopped)
    const written = Number(stopped.exec((await sheet.getByRole('status').textContent()) ?? '')?.[1])
    const stored = await readRows(page, 'customers')
    expect(stored.filter(({ name }) => String(name).startsWith(`Mteja ${mark}`))).toHaveLength(written)
    expect(written).toBeLessThan(MANY)
  }
})

test('an import whose tab is killed goes on where it was, and every row is there once (spec §1, §5)', async ({
  phone,
}) => {
  const { page, openTab } = phone
  await signIn(page)
  await navigate(page, '/customers')
  const mark = String(Date.now()).slice(-6)
  const rows = Array.from({ length: MANY }, (_, at) => `Mteja ${mark} ${at},PASSPORT,B${mark}${at},,,`)
  // Opened before: the import goes on while a new tab starts.
  const other = await openTab()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await chooseImportFile(page, [CUSTOMER_HEAD, ...rows].join('\n'), { name: 'wengi.csv' })
  await page.getByRole('button', { name: 'Save 10,000 customers' }).click()
  await expect(page.getByText(/^Rows: \d{3,4} of 10000$/)).toBeVisible()
  await page.close()

  await other.goto('/customers')
  const ours = async () =>
    (await readRows(other, 'customers')).filter(({ name }) => String(name).startsWith(`Mteja ${mark}`))
  await other.getByRole('button', { name: 'Continue the import' }).click()
  await expect(other.getByText('The import of wengi.csv was interrupted.')).toBeVisible()
  const before = (await ours()).length
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(MANY)
  const sheet = other.getByRole('dialog', { name: 'Import CSV' })
  await sheet.getByRole('button', { name: 'Continue the import' }).click()
  await expect(sheet.getByText(`Already registered: ${before}`)).toBeVisible()
  await sheet.getByRole('button', { name: /^Save [\d,]+ customers$/ }).click()
  await expect(sheet.getByText(`Customers saved on this phone: ${MANY - before}`)).toBeVisible({
    timeout: 120_000,
  })
  const stored = await ours()
  expect(new Set(stored.map(({ name }) => name)).size).toBe(MANY)
  expect(stored).toHaveLength(MANY)
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  // What is done is not offered again.
  await other.getByRole('button', { name: 'Import CSV' }).click()
  await expect(sheet.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expect(sheet.getByText('was interrupted')).toHaveCount(0)
})

test('a row that was corrected stays correct when the page is closed and the import goes on later (spec §5)', async ({
  phone,
}) => {
  const { page, openTab } = phone
  await signIn(page)
  await navigate(page, '/customers')
  const mark = String(Date.now()).slice(-6)
  const rows = [`Aluta ${mark},PASSPORT,E${mark},,,`, `Beti ${mark},TIN,12,,,`, `Cheo ${mark},PASSPORT,1,,,`]
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await chooseImportFile(page, [CUSTOMER_HEAD, ...rows].join('\n'))
  const first = page.getByRole('dialog', { name: 'Import CSV' })
  const fix = first.getByRole('button', { name: 'Fix here' })
  await fix.last().click()
  await first.getByRole('textbox', { name: 'identificationNumber' }).fill('half')
  await fix.click()
  await first.getByRole('textbox', { name: 'identificationNumber' }).first().fill('999000831')
  await first.getByRole('button', { name: 'Check this row again' }).first().click()
  await expect(first.getByText('New customers: 2')).toBeVisible()
  // What is typed in another row meanwhile stays.
  await expect(first.getByRole('textbox', { name: 'identificationNumber' })).toHaveValue('half')
  const other = await openTab()
  await page.close()

  await other.goto('/customers')
  await other.getByRole('button', { name: 'Continue the import' }).click()
  const sheet = other.getByRole('dialog', { name: 'Import CSV' })
  await sheet.getByRole('button', { name: 'Continue the import' }).click()
  await expect(sheet.getByText('New customers: 2')).toBeVisible()
  await expect(sheet.getByText('Rows skipped: 1')).toBeVisible()
  await sheet.getByRole('button', { name: 'Fix here' }).click()
  await sheet.getByRole('textbox', { name: 'identificationNumber' }).fill(`F${mark}`)
  await sheet.getByRole('button', { name: 'Check this row again' }).click()
  await sheet.getByRole('button', { name: 'Save 3 customers' }).click()
  await expect(sheet.getByText('Customers saved on this phone: 3')).toBeVisible()
  const stored = await readRows(other, 'customers')
  const numberOf = (name: string) =>
    stored.find((row) => row['name'] === `${name} ${mark}`)?.['identificationNumber']
  expect(['Aluta', 'Beti', 'Cheo'].map(numberOf)).toEqual([`E${mark}`, '999000831', `F${mark}`])
})

test('an import that is closed while its failed rows are downloaded ends without an error (spec §5)', async ({
  phone,
}) => {
  const { page } = phone
  await holdWorkerCall(page, 'failed')
  await signIn(page)
  await navigate(page, '/customers')
  const open = page.getByRole('button', { name: 'Import CSV' })
  const sheet = page.getByRole('dialog', { name: 'Import CSV' })
  await open.click()
  await chooseImportFile(page, `${CUSTOMER_HEAD}\nBeti,TIN,12,,,`)
  await sheet.getByRole('button', { name: 'Download failed rows' }).click()
  await expect.poll(() => isWorkerCallHeld(page)).toBe(true)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
  await open.click()
  await expect(sheet.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expect(page.getByText('An unexpected error occurred')).toHaveCount(0)
})
