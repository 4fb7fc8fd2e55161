import { expect, type Page } from '@playwright/test'
import { insertOperations, type QueuedWork } from '../steps/insert-broken-work.ts'
import { navigate } from '../steps/navigate.ts'
import { readRows } from '../steps/phone-store.ts'
import {
  discard,
  expectNothingLeft,
  findCard,
  openSyncPage,
  type RefusalContext,
  sendUntilRefused,
} from './refusal-context.ts'

const PICTURE = 'public/icons/icon-192.png'
const PDF = {
  name: 'umeme.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7 mfano wa risiti'),
}

/** The disk of the phone damages the files it keeps: of a picture the beginning, of a PDF the end. */
async function damageFiles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('no reason given'))
      })
    const names = (await indexedDB.databases()).map((known) => known.name ?? '')
    const name = names.find((known) => known.startsWith('efd_') && known !== 'efd_registry')
    if (!name) throw new Error('no account on this phone')
    const db = await settled(indexedDB.open(name))
    try {
      const contents = db.transaction('fileContents', 'readwrite').objectStore('fileContents')
      for (const row of (await settled(contents.getAll())) as { sha256: string; bytes: ArrayBuffer }[]) {
        const bytes = new Uint8Array(row.bytes)
        const isPdf = bytes[0] === '%'.charCodeAt(0)
        bytes.fill(0, isPdf ? bytes.length - 4 : 0, isPdf ? bytes.length : 16)
        await settled(contents.put(row))
      }
    } finally {
      db.close()
    }
  })
}

/**
 * Files with damaged content, and a change of an expense that was closed meanwhile: they can only be
 * discarded.
 */
export async function resolveFiles(context: RefusalContext, model: QueuedWork): Promise<void> {
  const { english, swahili, phone, resolved } = context
  const { page } = english
  await phone.context.setOffline(true)
  await navigate(page, '/new-expense')
  await page.getByRole('textbox', { name: 'Amount' }).fill('7000')
  await page.getByLabel('Category').selectOption('ELECTRICITY')
  const part = page.getByRole('group', { name: 'Photo or PDF of the receipt' })
  for (const file of [PICTURE, PDF]) await part.locator('input[accept*="pdf"]').setInputFiles(file)
  await expect(part.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/expenses$/)
  await damageFiles(page)
  const closed = (await readRows(page, 'expenses')).find((row) => row['status'] === 'processed')
  const said = JSON.parse(String(model.entry['body'])) as Record<string, unknown>
  const body = { ...said, expenseId: closed?.['id'], baseRev: closed?.['rev'] }
  await insertOperations(page, model, [{ type: 'expense.save', lane: `exp:${String(closed?.['id'])}`, body }])
  await sendUntilRefused(context, 3)
  for (const [tab, code] of [
    [english, 'FILE_DAMAGED'],
    [english, 'EXPENSE_NOT_PENDING'],
    [swahili, 'FILE_TYPE_NOT_ALLOWED'],
  ] as const) {
    await openSyncPage(context, tab)
    await discard(tab, findCard(tab, code))
    resolved.add(code)
  }
  await expectNothingLeft(context)
}
