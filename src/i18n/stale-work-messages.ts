import type { Language } from './language.ts'

/**
 * The notification about work that has waited for long. Written out here: the worker that shows it has no catalogue.
 */
const STALE_WORK_MESSAGES: Readonly<
  Record<Language, { readonly title: string; readonly body: (count: number) => string }>
> = {
  en: {
    title: 'Not sent yet',
    body: (count) =>
      count === 1
        ? '1 record has not been sent for more than 12 hours. Open Risiti where there is a connection.'
        : `${count} records have not been sent for more than 12 hours. Open Risiti where there is a connection.`,
  },
  sw: {
    title: 'Kuna taarifa ambazo hazijatumwa',
    body: (count) =>
      count === 1
        ? 'Taarifa 1 imesubiri kwa zaidi ya saa 12. Fungua Risiti penye mtandao.'
        : `Taarifa ${count} zimesubiri kwa zaidi ya saa 12. Fungua Risiti penye mtandao.`,
  },
}

/** Title and text for so many changes that wait. */
export function staleWorkMessage(
  language: Language,
  count: number,
): { readonly title: string; readonly body: string } {
  const { title, body } = STALE_WORK_MESSAGES[language]
  return { title, body: body(count) }
}
