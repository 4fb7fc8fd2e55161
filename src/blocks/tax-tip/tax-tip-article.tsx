import { dayText } from '#domain/calendar/east-africa.ts'
import { paragraphsOf, type TaxTipFields } from '#domain/tax-tips/tax-tip.ts'
import type { Language } from '#i18n/language.ts'

/** One tip as its readers see it, in one language. */
export function TaxTipArticle({ tip, language }: { tip: TaxTipFields; language: Language }) {
  const [title, text] = language === 'sw' ? [tip.titleSw, tip.textSw] : [tip.titleEn, tip.textEn]
  return (
    <article className="card stack" lang={language}>
      <h2 className="section-title">{title}</h2>
      <p className="dim small">{dayText(tip.day)}</p>
      {paragraphsOf(text).map((paragraph) => (
        <p key={paragraph} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {paragraph}
        </p>
      ))}
    </article>
  )
}
