import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { findBarriers } from './scenes/find-barriers.ts'
import { findFlaws } from './scenes/find-flaws.ts'
import { logInAs } from './steps/log-in-as.ts'

for (const [language, summary, rejected] of [
  ['en', /^Messages that our email address rejected: 1$/, 'Rejected at msaada@example.com'],
  ['sw', /^Ujumbe uliokataliwa na anwani yetu ya barua pepe: 1$/, 'Ulikataliwa kwenye msaada@example.com'],
] as const) {
  test(`an admin reads the messages that the provider's mail server refused, in ${language}`, async ({
    phone,
    demo,
  }) => {
    const { page } = phone
    await logInAs(phone, 'admin', language)
    const id = randomUUID()
    // Refused at the address of now: the server does not try there again.
    await demo.database.run(
      `insert into contact_messages (id, full_name, email, phone, message, created_at, refused_at, refused_to)
       values ($1, 'Neema Mfano', 'neema@example.com', '', 'Bei?', now(), now(), 'msaada@example.com')`,
      [id],
    )
    try {
      await page.goto('/potential-clients')
      await page.getByText(summary).click()
      const message = page.getByRole('listitem').filter({ hasText: 'Neema Mfano' })
      await expect(message).toContainText('neema@example.com')
      await expect(message).toContainText('Bei?')
      await expect(message).toContainText(rejected)
      expect(await page.evaluate(findFlaws, { touch: true })).toEqual([])
      expect(await findBarriers(page, { rules: 'all' })).toEqual([])
    } finally {
      await demo.database.run('delete from contact_messages where id = $1', [id])
    }
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(summary)).toBeHidden()
  })
}
