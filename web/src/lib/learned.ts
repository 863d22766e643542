/** In the place of the step that was reached: the lesson was played to its end. */
export const LEARNED = -1;
