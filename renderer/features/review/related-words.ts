import { isSaid, readSearch } from '#shared/entries/search-query.ts';

/**
 * Words that people look for one another by, a topic to a line: who looks for “food” means recipes and allergies, too. Words that
 * mean something else as often (date, run, key) are left out.
 */
const topics = [
  'food eat eating diet meal breakfast lunch dinner supper snack recipe cook cooking kitchen oven bake baking vegetarian vegan meat fish chicken beef pork egg cheese milk dairy bread rice pasta pizza noodle soup stew salad sauce vegetable fruit garlic onion bean potato tomato mushroom pancake cake chocolate sugar spice spicy gluten lactose nut peanut allergy allergic restaurant cuisine grocery ingredient hungry coffee tea',
  'drink drinks coffee tea espresso water juice beer wine alcohol alcoholic cocktail whisky whiskey milk lemonade caffeine decaf thirsty',
  'health healthy ill illness sick disease doctor dentist hospital clinic medicine medication pill tablet vitamin allergy allergic asthma diabetes migraine headache pain injury symptom therapy therapist blood pressure heart sleep insomnia diet weight vaccine surgery pregnant pregnancy glasses',
  'sport sports exercise fitness workout training gym race marathon half-marathon running runner jogging cycling bike bicycle swim swimming yoga pilates climbing hiking football soccer tennis basketball skiing rowing push-up weights cardio',
  'family mother mum mom father dad parent parents sister brother sibling son daughter child children kid kids baby wife husband partner spouse girlfriend boyfriend grandmother grandma grandfather grandpa aunt uncle cousin niece nephew in-law relative',
  'friend friends friendship neighbour neighbor colleague acquaintance buddy mate',
  'pet pets dog puppy cat kitten hamster rabbit bird parrot fish horse pony vet animal',
  'home house flat apartment room kitchen bathroom bedroom garden balcony rent landlord mortgage address neighbour neighbor furniture moving cleaning laundry heating',
  'garden gardening plant plants flower flowers seed seeds allotment vegetable tree lawn compost greenhouse',
  'work job career employer employee boss manager colleague team office company client customer project deadline meeting salary freelance freelancer profession remote contract promotion interview business',
  'money salary income budget cost price expensive cheap bank account invoice tax taxes rent loan debt mortgage saving savings pension insurance invest investment stock payment currency euro dollar pound',
  'travel trip holiday holidays vacation flight airport airline plane train hotel hostel visa passport luggage suitcase packing abroad journey tour beach camping',
  'car driving drive licence license commute bus train tram bicycle bike metro subway parking traffic transport',
  'school university college study studying student teacher class course lesson homework exam degree learn learning education kindergarten tutor thesis',
  'language languages english german french spanish portuguese italian dutch polish russian japanese chinese korean arabic hindi turkish swedish vocabulary grammar translate translation accent spelling bilingual fluent',
  'book books reading novel author library chapter bookshop fiction poem poetry audiobook magazine newspaper',
  'music song songs album band singer concert guitar piano violin drums choir playlist podcast podcasts listening spotify vinyl',
  'film films movie movies cinema series television tv show documentary actor director netflix',
  'game games gaming chess puzzle playstation xbox nintendo hobby hobbies',
  'hobby hobbies pastime drawing painting knitting sewing photography pottery crafts crochet woodworking collecting',
  'art drawing painting illustration illustrator sketch sketches gouache watercolour watercolor pencil ink inking canvas museum gallery exhibition design designer',
  'clothes clothing shirt shoes shoe trousers jeans dress jacket coat size fashion wear',
  'sleep sleeping bedtime wake waking morning evening night nap insomnia alarm tired',
  'birthday birthdays born anniversary wedding age christmas gift gifts present party celebrate celebration',
  'contact phone telephone mobile email e-mail mail address whatsapp signal',
  'time schedule calendar appointment reminder reminders deadline routine weekly daily morning evening weekend monday tuesday wednesday thursday friday saturday sunday timezone clock',
  'weather rain snow sun sunny winter summer spring autumn cold hot temperature celsius fahrenheit',
  'religion church mosque synagogue temple faith prayer pray christian muslim jewish hindu buddhist halal kosher ramadan easter',
  'politics political election vote party government',
  'writing style tone voice grammar spelling wording sentence sentences paragraph essay letter draft format formatting brief short concise',
  'code coding programming programmer developer software language python javascript typescript java rust golang react framework library editor vim vscode git github commit test tests testing debug debugging api database server docker linux terminal shell',
  'computer laptop desktop mac macbook macos windows linux keyboard monitor screen printer tablet phone android iphone software app browser',
  'units metric imperial celsius fahrenheit kilometre kilometres kilometer miles mile kilogram pound currency',
  'privacy private secret secrets password passwords token confidential',
].map((topic) => topic.split(' '));

/** The same in the singular; the first word names the topic. */
const wordsOfTopics = topics.map((topic) => new Set(topic.map(singular)));

/** Words of a question that entries do not answer by saying them. */
const askingWords = new Set(
  'a about am an and any anything are as at be been but by can could did do does for from had has have he her his how i if in is it its know knows me my not of on or our she should so some that the their them there these they this to was we were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
);

/** So few entries say all of several words that one of them may be enough. */
const few = 3;

/** So many words are named of those that are looked for together. */
const maxNamed = 6;

export type Related = {
  /** The search for what has any of the words. */
  readonly query: string;
  /** Words that entries say beside it, the ones that most of them say first; the first few. */
  readonly named: readonly string[];
  /** How many entries have any of the words. */
  readonly count: number;
};

/**
 * What has to do with a search for a word, or for several that hardly any entry says together; null where that finds no more.
 * @param texts what is searched, folded
 */
export function relatedTo(query: string, texts: readonly string[]): Related | null {
  const asked = readSearch(query);
  const { either, without, conditions } = asked;
  const words = asked.words.length > 1 ? asked.words.filter((word) => !askingWords.has(word)) : asked.words;
  const found = texts.filter((text) => isSaid(text, asked)).length;
  if (either.length + without.length + conditions.length > 0 || (words.length > 1 && found > few)) {
    return null;
  }
  const stems = new Set(words.map(singular));
  // Where some entries say all of them, what only has to do with one of them was not meant.
  const topics = words.length > 1 && found > 0 ? [] : [...stems].flatMap((word) => topicOf(word) ?? []);
  if (words.length === 0 || (words.length === 1 && topics.length === 0)) {
    return null;
  }
  const isRelated = (word: string): boolean => {
    const stem = singular(word);
    return !words.includes(word) && (stems.has(stem) || topics.some((topic) => topic.has(stem)));
  };
  const related = [...timesSaid(texts)]
    .filter(([word]) => isRelated(word))
    .sort(([, a], [, b]) => b - a)
    .map(([word]) => word);
  const all = [...words, ...related].join('|');
  const search = readSearch(all);
  const count = texts.filter((text) => isSaid(text, search)).length;
  return words.every((word) => /^[^\s|:"]+$/.test(word)) && count > found
    ? { query: all, named: related.filter((each) => !stems.has(singular(each))).slice(0, maxNamed), count }
    : null;
}

/** The words of texts, and how many of them say each. */
function timesSaid(texts: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(text.match(/[\p{L}\p{M}][\p{L}\p{M}-]*/gu))) {
      times.set(word, (times.get(word) ?? 0) + 1);
    }
  }
  return times;
}

const topicOf = (word: string): ReadonlySet<string> | undefined =>
  wordsOfTopics.find((topic) => topic.values().next().value === word) ?? wordsOfTopics.find((topic) => topic.has(word));

/** Without what makes most English words plural. */
function singular(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=(?:[sx]|ch|sh))es$/, '')
    .replace(/(?<=[^s])s$/, '');
}
