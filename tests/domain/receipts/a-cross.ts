import type { Pixels } from '#domain/receipts/logo.ts'

const WIDTH = 10

/** A black cross on paper that shows through where nothing is: ten dots wide and high. */
export const A_CROSS: Pixels = {
  width: WIDTH,
  height: WIDTH,
  data: Uint8ClampedArray.from(
    Array.from({ length: WIDTH * WIDTH }, (_, at) => {
      const onCross = at % WIDTH === 4 || Math.floor(at / WIDTH) === 4
      return [0, 0, 0, onCross ? 255 : 0]
    }).flat(),
  ),
}
