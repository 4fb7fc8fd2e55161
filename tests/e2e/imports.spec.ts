import { readFile } from 'node:fs/promises'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#domain/imports/import-table.ts'
import { expect, test } from './fixtures.ts'
import {
  CUSTOMER_COLUMN_NAMES as COLUMNS,
  CUSTOMER_HEAD,
  chooseImportFile,
} from './steps/choose-import-file.ts'
import { navigate } from './steps/navigate.ts'
import { expectAllSent } from './steps/outbox.ts'
import { readRows } from './steps/phone-store.ts'
import { showIn } from './steps/show-in.ts'
import { signIn } from './steps/sign-in.ts'

/** What the screens say, word for word (spec §5, §8). */
const WORDS = {
  en: {
    open: 'Import CSV',
    choose: 'Choose a file',
    fileRequired: 'A file is required. Choose a CSV file',
    fileType: 'Invalid file type. Only CSV files are allowed',
    noRows: 'The file must have at least one data row',
    noColumns: `The columns of the file are not correct. Expected: ${COLUMNS}`,
    missing: (names: string) => `All columns must exist: ${COLUMNS}. Missing: ${names}`,
    tooLarge: 'The file is too large. The limit is 20MB',
    tooManyRows: 'The file has too many rows. The limit is 50000',
    taken: (name: string) => `Row 2: ${name} already has this number`,
    check: 'Check the rows',
    added: (count: number) => `New customers: ${count}`,
    tin: (row: number) => `Row ${row}: Please enter a correct TIN number`,
    cells: (row: number) => `Row ${row} does not have the right number of columns: 2, 6 expected`,
    value: (row: number) => `Row ${row}: the value of name is required`,
    repeated: (row: number) => `Row ${row}: the same customer as row 2`,
    download: 'Download failed rows',
    fix: 'Fix here',
    again: 'Check this row again',
    save: 'Save 3 customers',
    saved: 'Customers saved on this phone: 3',
    close: 'Close',
    edit: 'Edit',
    twice: 'The same customer twice?',
    search: 'Search by name or number',
    into: (one: string, other: string) => `Merge ${one} into ${other}?`,
    merge: 'Merge',
    merged: 'Customers merged',
  },
  sw: {
    open: 'Ingiza CSV',
    choose: 'Chagua faili',
    fileRequired: 'Faili linahitajika. Chagua faili la CSV',
    fileType: 'Aina ya faili si sahihi. Mafaili ya CSV pekee yanaruhusiwa',
    noRows: 'Faili lazima liwe na angalau mstari mmoja wa data',
    noColumns: `Safu za faili si sahihi. Zinazotakiwa: ${COLUMNS}`,
    missing: (names: string) => `Safu zote lazima ziwepo: ${COLUMNS}. Zisizokuwepo: ${names}`,
    tooLarge: 'Faili ni kubwa mno. Kikomo ni 20MB',
    tooManyRows: 'Faili lina mistari mingi mno. Kikomo ni 50000',
    taken: (name: string) => `Mstari wa 2: namba hii tayari ni ya ${name}`,
    check: 'Kagua mistari',
    added: (count: number) => `Wateja wapya: ${count}`,
    tin: (row: number) => `Mstari wa ${row}: Tafadhali weka namba sahihi ya TIN`,
    cells: (row: number) => `Mstari wa ${row} hauna idadi sahihi ya safu: 2, zinatakiwa 6`,
    value: (row: number) => `Mstari wa ${row}: thamani ya name inahitajika`,
    repeated: (row: number) => `Mstari wa ${row}: mteja ni yuleyule wa mstari wa 2`,
    download: 'Pakua mistari yenye makosa',
    fix: 'Rekebisha hapa',
    again: 'Kagua tena mstari huu',
    save: 'Ingiza wateja 3',
    saved: 'Wateja walioingizwa kwenye simu hii: 3',
    close: 'Funga',
    edit: 'Hariri',
    twice: 'Mteja yuleyule mara mbili?',
    search: 'Tafuta kwa jina au namba',
    into: (one: string, other: string) => `Unganisha ${one} na ${other}?`,
    merge: 'Unganisha',
    merged: 'Wateja wameunganishwa',
  },
} as const

for (const language of ['en', 'sw'] as const) {
  test(`a customer file with other headings is mapped, its bad rows fixed or downloaded, and two of its customers merged: ${language} (spec §5, §8)`, async ({
    phone,
  }) => {
    const { page } = phone
    const words = WORDS[language]
    const mark = `${language}${String(Date.now()).slice(-6)}`
    await signIn(page)
    await navigate(page, '/customers')
    await showIn(page, language)
    await page.getByRole('button', { name: words.open }).click()
    const sheet = page.getByRole('dialog', { name: words.open })

    await test.step('files that cannot be read say why', async () => {
      const button = words.choose
      await chooseImportFile(page, 'name\nAluta', { name: 'wateja.txt', button })
      await expect(sheet.getByRole('alert')).toHaveText(words.fileType)
      await sheet.locator('input[type="file"]').setInputFiles([])
      await expect(sheet.getByRole('alert')).toHaveText(words.fileRequired)
      await chooseImportFile(page, CUSTOMER_HEAD, { button })
      await expect(sheet.getByRole('alert')).toHaveText(words.noRows)
      await chooseImportFile(page, 'Mnunuzi,Rununu', { button })
      await expect(sheet.getByRole('alert')).toHaveText(words.noColumns)
      await chooseImportFile(page, 'M'.repeat(MAX_IMPORT_BYTES + 1), { button })
      await expect(sheet.getByRole('alert')).toHaveText(words.tooLarge)
      await chooseImportFile(page, `name${'\nM'.repeat(MAX_IMPORT_ROWS + 1)}`, { button })
      await expect(sheet.getByRole('alert')).toHaveText(words.tooManyRows)
    })

    await test.step('the person says what the columns are', async () => {
      const rows = [
        'Mnunuzi,Aina,Kitambulisho,Rununu,Barua,VRN',
        `Aluta ${mark},PASSPORT,A${mark},,,`,
        `Beti ${mark},TIN,12,,,`,
        `Chausiku ${mark},TIN`,
        ',NO_IDENTIFICATION,,,,',
        `Aluta ${mark},PASSPORT,A${mark},,,`,
        `Dalila ${mark},NO_IDENTIFICATION,,0700000102,,`,
      ]
      await chooseImportFile(page, rows.join('\n'), { button: words.choose })
      const missing = COLUMNS.replace(', vatRegistrationNumber', '')
      await expect(sheet.getByRole('alert')).toHaveText(words.missing(missing))
      await expect(sheet.getByRole('button', { name: words.check })).toBeDisabled()
      const headings = { name: `Mnunuzi (Aluta ${mark})`, identificationType: 'Aina (PASSPORT)' }
      for (const [column, label] of Object.entries({
        ...headings,
        identificationNumber: `Kitambulisho (A${mark})`,
        phone: 'Rununu',
        email: 'Barua',
      })) {
        await sheet.getByRole('combobox', { name: column }).selectOption({ label })
      }
      await sheet.getByRole('button', { name: words.check }).click()
      await expect(sheet.getByText(words.added(2), { exact: true })).toBeVisible()
    })

    await test.step('each bad row says why; one is fixed here, all can be downloaded', async () => {
      for (const reason of [words.tin(3), words.cells(4), words.value(5), words.repeated(6)]) {
        await expect(sheet.getByText(reason, { exact: true })).toBeVisible()
      }
      const saving = page.waitForEvent('download')
      await sheet.getByRole('button', { name: words.download }).click()
      const failed = await readFile(await (await saving).path(), 'utf8')
      expect(failed.trim().split('\r\n')).toHaveLength(5)
      expect(failed).toContain(`Beti ${mark},TIN,12,,,,${words.tin(3)}`)
      expect(failed).toContain(words.repeated(6))
      await sheet.getByRole('button', { name: words.fix }).first().click()
      const field = sheet.getByRole('textbox', { name: 'identificationNumber' })
      await field.fill(language === 'en' ? '999000821' : '999000822')
      await sheet.getByRole('button', { name: words.again }).click()
      await expect(sheet.getByText(words.added(3), { exact: true })).toBeVisible()
      await sheet.getByRole('button', { name: words.save }).click()
      await expect(sheet.getByRole('status')).toHaveText(words.saved)
      await sheet.getByRole('button', { name: words.close, exact: true }).last().click()
    })

    await test.step('a number that another customer has is refused with the name of that customer', async () => {
      await page.getByRole('button', { name: words.open }).click()
      const file = [CUSTOMER_HEAD, `Gasto ${mark},PASSPORT,A${mark},,,`]
      await chooseImportFile(page, file.join('\n'), { button: words.choose })
      await expect(sheet.getByText(words.taken(`Aluta ${mark}`), { exact: true })).toBeVisible()
      await sheet.getByRole('button', { name: words.close, exact: true }).click()
    })

    await test.step('two of them are one customer from now on', async () => {
      const list = page.getByRole('main').getByRole('searchbox')
      await list.fill(`aluta ${mark}`)
      await page.getByRole('button', { name: `Aluta ${mark}` }).click()
      await page.getByRole('button', { name: words.edit, exact: true }).click()
      await page.getByText(words.twice, { exact: true }).click()
      const part = page.locator('details').filter({ hasText: words.twice })
      await part.getByRole('searchbox', { name: words.search }).fill(`dalila ${mark}`)
      await part.getByRole('button', { name: new RegExp(`^Dalila ${mark}`) }).click()
      const question = page.getByRole('dialog', {
        name: words.into(`Dalila ${mark}`, `Aluta ${mark}`),
      })
      await question.getByRole('button', { name: words.merge, exact: true }).click()
      await expect(page.getByText(words.merged, { exact: true })).toBeVisible()
      await page.goto('/customers')
      await list.fill(mark)
      await expect(page.getByRole('button', { name: `Beti ${mark}` })).toBeVisible()
      await expect(page.getByRole('button', { name: `Dalila ${mark}` })).toHaveCount(0)
      await showIn(page, 'en')
      await expectAllSent(page)
      const ours = (await readRows(page, 'customers')).filter(({ name }) => String(name).includes(mark))
      const pending = ours.map(({ pending: { kind } = { kind: '' } }: { pending?: { kind: string } }) => kind)
      expect(pending.every((kind) => kind === 'none')).toBe(true)
    })
  })
}
