/** Language of entries in a big life. Each has its own script, or its own way to divide words. */
export type Language = {
  readonly words: readonly string[];
  /** Separator of words: empty for a script that doesn't divide them. */
  readonly between: string;
  readonly end: string;
};

const spaced = (text: string, end = '.'): Language => ({ words: text.split(' '), between: ' ', end });

/** Languages with their shares: English most often, as in real files. */
export const languages: readonly { readonly share: number; readonly language: Language }[] = [
  {
    share: 62,
    language: spaced(
      'the a in of with after before dinner morning evening Wednesday likes prefers walks river train works better short answers tea coffee oat milk sister garden project budget deadline weekly review sleep seven hours squat bench metric kilograms recipe without garlic piano practice quiet meetings calls doctor appointment allergic peanuts holiday mountains sea notebook python spreadsheet invoices kids school football Tuesday asks for sources examples first summary later detail never always mostly sometimes when tired stressed travelling home office',
    ),
  },
  {
    share: 10,
    language: spaced(
      'trinkt am liebsten schwarzen Kaffee vor der Arbeit und läuft danach eine halbe Stunde am Fluss Steuererklärung Zahnarzttermin Übergabe größere Küche mag keine langen Erklärungen fährt mit dem Fahrrad zur Schule Geschwindigkeitsbegrenzung',
    ),
  },
  {
    share: 6,
    language: spaced(
      'gosta de caminhar à beira-mar depois do almoço com a irmã não come amendoins prefere reuniões curtas de manhã coração pão café açúcar viagem às sextas-feiras',
    ),
  },
  {
    share: 6,
    language: spaced(
      'любит гулять вечером у реки после ужина пьёт зелёный чай без сахара работает лучше утром короткие ответы сестра в Киеве купить билеты на поезд',
    ),
  },
  {
    share: 3,
    language: spaced(
      'προτιμά πρωινές συναντήσεις και ελληνικό καφέ χωρίς ζάχαρη περπατά στη θάλασσα με την αδελφή του',
    ),
  },
  {
    share: 3,
    language: spaced('يفضل الاجتماعات القصيرة في الصباح ويشرب الشاي بدون سكر بعد العشاء مع العائلة عند البحر'),
  },
  { share: 2, language: spaced('אוהב לטייל בערב ליד הים שותה תה בלי סוכר ומעדיף תשובות קצרות בבוקר') },
  { share: 2, language: spaced('सुबह की छोटी बैठकें पसंद हैं और शाम को नदी के किनारे बिना चीनी की चाय', '।') },
  {
    share: 3,
    language: {
      words: '喜欢 早上 喝 绿茶 晚饭 后 沿着 河边 散步 不吃 花生 简短 的 回答 每周 复习 计划 工作'.split(' '),
      between: '',
      end: '。',
    },
  },
  {
    share: 2,
    language: {
      words: '朝の 会議は 短く 夕食の 後に 川沿いを 散歩する 緑茶が 好き 週に 一度 予定を 見直す'.split(' '),
      between: '',
      end: '。',
    },
  },
  { share: 1, language: spaced('아침에 녹차를 마시고 저녁 식사 후에 강가를 걷는다 짧은 답변을 좋아한다') },
];

/** Beginnings of keys; a number makes each unique. */
export const topics: readonly string[] =
  'coffee_order favourite_tea unit_preference response_style language usual_time training_days bench_press sleep_effect commute diet allergy sister_birthday project_alpha budget meeting_style reading_list doctor piano garden holiday_plan invoice_day school_run code_style note_format work_hours travel_habit music train_line weekly_review Lieblingsessen любимый_чай 喜好'.split(
    ' ',
  );

export const sources: readonly string[] = [
  'weekly_review',
  'observer',
  'post_query',
  'evening chat',
  'claude-code',
  'user_correction',
  'user_correction: said so on the phone',
  'import from notes',
];
