import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { guarded } from '#data/guard.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { mayOfferInstall, NEVER_OFFERED } from '#domain/app/offer-install.ts'
import { useEnvironment } from '#ui/environment.ts'
import { Icon } from '#ui/icon.tsx'
import { useInstallation } from '#ui/installation.ts'
import classes from './install-ask.module.css'
import { InstallWay } from './install-way.tsx'

/**
 * Offers to install the app, after a sale was kept: then its use is plain. Only where this browser can; it stands in
 * nobody's way, and once refused it does not come back for a season.
 */
export function InstallAsk({ db }: { db: AccountDatabase }) {
  const { t } = useLingui()
  const { clock } = useEnvironment()
  const way = useInstallation((state) => state.way)
  const can = way === 'ask' || way === 'share-button'
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!can) return
    let left = false
    const look = async () => {
      const known = (await guarded(db, () => readMeta(db, 'install-offer'))) ?? NEVER_OFFERED
      const now = clock.now()
      if (left || !mayOfferInstall(known, now)) return
      setAsking(true)
      await guarded(db, () => writeMeta(db, 'install-offer', { ...known, shownAt: now }))
    }
    // A phone that cannot keep the answer is not asked.
    look().catch(() => setAsking(false))
    return () => {
      left = true
    }
  }, [db, clock, can])
  if (!asking) return null
  const refuse = async () => {
    setAsking(false)
    const now = clock.now()
    await guarded(db, () => writeMeta(db, 'install-offer', { refusedAt: now, shownAt: now }))
  }
  return (
    <section className={`card ${classes.ask}`} aria-labelledby="install-ask">
      <Icon name="phone" />
      <div className={classes.words}>
        <h2 className="section-title" id="install-ask">{t`Install Risiti on this phone`}</h2>
        <p className="dim small">{t`Opens from your home screen, even offline.`}</p>
        <div className={classes.ways}>
          <Button variant="default" onClick={() => void refuse()}>{t`Not now`}</Button>
          <InstallWay db={db} onAnswer={(agreed) => (agreed ? setAsking(false) : void refuse())} />
        </div>
      </div>
    </section>
  )
}
