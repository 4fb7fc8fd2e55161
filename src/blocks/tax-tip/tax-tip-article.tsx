import { dayText } from '#domain/calendar/east-africa.ts'
import { paragraphsOf, type TaxTipFields } from '#domain/tax-tips/tax-tip.ts'
import type { Language } from '#i18n/language.ts'
import classes from './tax-tip.module.css'

/** One tip as its readers see it, in one language. */
export function TaxTipArticle({ tip, language }: { tip: TaxTipFields; language: Language }) {
  const [title, text] = language === 'sw' ? [tip.titleSw, tip.textSw] : [tip.titleEn, tip.textEn]
  return (
    <article className={classes.tip} lang={language}>
      <h2>{title}</h2>
      <p className={classes.day}>{dayText(tip.day)}</p>
      {paragraphsOf(text).map((paragraph) => (
        <p key={paragraph} className={classes.text}>
          {paragraph}
        </p>
      ))}
    </article>
  )
}
