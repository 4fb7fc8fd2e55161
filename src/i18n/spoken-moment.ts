import { dayText, fiscalDayOf, type Instant } from '#domain/calendar/east-africa.ts'
import { clockTime } from './format-dates.ts'
import type { Language } from './language.ts'

const WEEKDAYS: Record<Language, readonly string[]> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  sw: ['Jumapili', 'Jumatatu', 'Jumanne', 'Jumatano', 'Alhamisi', 'Ijumaa', 'Jumamosi'],
}

/** The part of the day by the hour from which it is said. */
const PARTS_OF_DAY: readonly (readonly [hour: number, word: string])[] = [
  [19, 'usiku'],
  [16, 'jioni'],
  [12, 'mchana'],
  [6, 'asubuhi'],
  [4, 'alfajiri'],
  [0, 'usiku'],
]

/**
 * A moment in East Africa as it is said in a sentence: `Sunday 20-12-2026, 00:00`, in Swahili with the hours counted
 * from six and the digits besides, `Jumapili 20-12-2026, saa 6 usiku (00:00)` (rules of the Swahili glossary).
 */
export function spokenMoment(at: Instant, language: Language): string {
  const day = fiscalDayOf(at)
  const weekday = WEEKDAYS[language][new Date(`${day}T00:00:00.000Z`).getUTCDay()] ?? ''
  const time = clockTime(at)
  if (language === 'en') return `${weekday} ${dayText(day)}, ${time}`
  const hour = Number(time.slice(0, 2))
  const minutes = time.slice(2) === ':00' ? '' : time.slice(2)
  const part = PARTS_OF_DAY.find(([from]) => hour >= from)?.[1] ?? ''
  return `${weekday} ${dayText(day)}, saa ${(hour + 6) % 12 || 12}${minutes} ${part} (${time})`
}
