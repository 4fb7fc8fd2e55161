import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { mayOfferInstall, NEVER_OFFERED } from '#domain/app/offer-install.ts'
import { useInstallation } from '#ui/installation.ts'
import { usePorts } from '#ui/ports.ts'
import { InstallInstructions } from './install-instructions.tsx'
import classes from './install-offer.module.css'

/**
 * Offers to install the app after a sale was saved, where this browser can install it. The offer blocks nothing, and
 * once refused it is not shown again for `REFUSAL_VALID_MS`.
 */
export function InstallOffer({ db }: { db: AccountDatabase }) {
  const { t } = useLingui()
  const { clock } = usePorts()
  const way = useInstallation((state) => state.method)
  const installable = way === 'ask' || way === 'share-button'
  const [offered, setAsking] = useState(false)
  useEffect(() => {
    if (!installable) return
    let unmounted = false
    const offerIfDue = async () => {
      const previousOffer = (await findMeta(db, 'install-offer')) ?? NEVER_OFFERED
      const now = clock.now()
      if (unmounted || !mayOfferInstall(previousOffer, now)) return
      setAsking(true)
      await upsertMeta(db, 'install-offer', { ...previousOffer, shownAt: now })
    }
    // A phone that cannot store the answer is not asked.
    offerIfDue().catch(() => setAsking(false))
    return () => {
      unmounted = true
    }
  }, [db, clock, installable])
  if (!offered) return null
  const decline = async () => {
    setAsking(false)
    const now = clock.now()
    await upsertMeta(db, 'install-offer', { refusedAt: now, shownAt: now })
  }
  return (
    <section className={`card ${classes.ask}`} aria-labelledby="install-ask">
      <h2 className="section-title" id="install-ask">{t`Install Risiti on this phone`}</h2>
      <p className="dim small">{t`Opens from your home screen, even offline.`}</p>
      <div className={classes.ways}>
        <Button variant="default" onClick={() => void decline()}>{t`Not now`}</Button>
        <InstallInstructions db={db} onAnswer={(agreed) => (agreed ? setAsking(false) : void decline())} />
      </div>
    </section>
  )
}
