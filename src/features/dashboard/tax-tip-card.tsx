import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { keptTips } from '#blocks/tax-tip/kept-tips.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './dashboard.module.css'

/** The day on which this phone last asked for tips. */
const ASKED_KEY = 'tax-tips-asked'

/** The newest tax tip (spec §1), as this phone last read it; asked for once a day. */
export function TaxTipCard({ today }: { readonly today: FiscalDay }) {
  const { t, i18n } = useLingui()
  const { call } = useAppContext()
  const [tips, setTips] = useState(() => keptTips.read(localStorage)?.tips)
  useEffect(() => {
    if (localStorage.getItem(ASKED_KEY) === today) return undefined
    let current = true
    const ask = async () => {
      const outcome = await call('tax-tips.published', {})
      if (outcome.kind !== 'answered' || !current) return
      keptTips.keep(localStorage, outcome.value)
      localStorage.setItem(ASKED_KEY, today)
      setTips(outcome.value.tips)
    }
    void ask()
    return () => {
      current = false
    }
  }, [call, today])
  const newest = tips?.[0]
  if (newest === undefined) return null
  return (
    <section aria-labelledby="tax-tip">
      <h2 className="section-title" id="tax-tip">
        {t`Tax tips`}
      </h2>
      <ul className={classes.counts}>
        <li>
          <Link to="/tax-tips" className={classes.count}>
            <span>{i18n.locale === 'en' ? newest.titleEn : newest.titleSw}</span>
            <Icon name="next" size={16} />
          </Link>
        </li>
      </ul>
    </section>
  )
}
