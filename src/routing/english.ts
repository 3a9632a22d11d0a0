/** Common English words that are right as they are: a slip is never mended away from them. */
export const COMMON_WORDS: readonly string[] = `
able about above accept access according account across action actual actually address after afternoon again against age
ago agree ahead alive all allow almost alone along already also although always among amount another answer anybody anyone
anything anyway apart apparently appear apple apply area argue arm around arrive article aside asking assume attempt away
baby back bad badly bank bar base basic battery bear beat beautiful because become been before began begin behind being
believe below bench best better between beyond big bill bird birthday bit black blame blank blog blood blow blue board boat
body book boot born both bother bottom bought bound box boy brain brand bread break breakfast breath bridge brief bright
bring broke brother brought brown browser budget bug building bunch burn business busy button buy buying call came camera
camp cannot capable car care careful carry cars case cash cat catch cause cell center central century certain chain chair
chance change charge chart cheap cheaper cheese chess chicken child children choice choose chose church circle city claim
class clean clear click client climb clock close cloth cloud club coast coat code coffee cold collect college color come
comes coming comment common community company compare complete computer concern connect consider contact contain content
continue cook cookie cool copy corner correct cost could count country couple course court cover crazy cream create credit
cross crowd cry culture cup curious current customer cut daily dance dark data date daughter day dead deal dear death
decide decision deep default degree delete deliver demand depend desk detail developer device dialog didn die dinner direct
dirty discover discuss disk display distance does dog doing dollar done door double doubt down download draw dream dress
drink drive driver driving drop dry during each early earn earth easily easy eating edge edit education effect effort eight
either else email empty end energy engine enjoy enough enter entire especially even evening ever every everybody everyone
everything exactly except excited exist expect expensive experience explain extra eye face fact fair fall family famous far
farm fat father favorite fear feature feel feeling feet fell felt few field fight figure fill film final finally find fine
finger finish fire first fish fit five fix flat flight floor flow fly folder follow food foot force foreign forest forget
form forward found four free fresh friend from front fruit full fun funny future game games gaming garden gas gave general
gets getting gift girl give given gives giving glad glass goal goes going gold gone good got great green ground group grow
guess guide guy guys hair half hand happen happy hard hardly hate have having head hear heard heart heat heavy held hello
help here hey high hill hire history hit hold hole holiday home hope horse hospital host hotel hour house how however huge
human hundred hungry hurt idea ideas image imagine important inside instead interest internet into issue item itself job
join joke judge jump just keep kept key keyboard kick kid kids kill kind king kitchen knew know known lack lake land
language large last late later laugh law lead learn least leave left legal less lesson letter level library license life
light like likely line link list listen little live local long longer look looking looks loop lose loss lost lot loud love
low lower luck lucky lunch machine made mail main make makes making man manage many map mark market married match matter
maybe meal mean meaning means meant meet meeting member mention menu message met method middle might mile mind mine minute
miss missing mistake mix mobile model modern moment money monitor month months more morning most mother mouse mouth move
movie much music must myself name near nearly necessary neck need needs neighbor never new news next nice night nine nobody
noise none normal north nose note nothing notice number obvious obviously occur ocean off offer office often okay old once
only open operate opinion option orange order other others otherwise ought our out outside over own owner page paid pain
paint pair panel paper parent park part party pass past path pattern pay peace people perfect perhaps person phone photo
pick picture piece pink pizza place plan plane plant plate play player please plenty plus point police policy poor popular
port position possible possibly post power practice prefer present press pretty price prices print private probably problem
process produce product program project promise proper protect proud prove provide public pull purchase pure purpose push
put question quick quickly quiet quite race radio rain raise ran random range rate rather reach read reading ready real
really reason receive recent recently recommend record red refund region regular relate remain remember remind remote remove
rent repair repeat replace reply report request require rest restart result return rice rich ride right ring rise river road
rock role roll room root round row rule running safe safely said sale salt same sand save saw say says scale scene school
science score screen sea search season seat second section security seem seems seen self sell send sense sent separate
serious serve server service seven several shake shall shape share sharp she sheet ship shirt shoe shop short shot should
shoulder show shown shut sick side sign signal similar simple simply since single sister sit site situation six size skill
skin sky sleep slight slightly slot slow small smart smell smile snow social soft software sold solution solve some somebody
somehow someone something sometimes somewhere song soon sorry sort sound source south space speak special specific speech
spell spend spent spot spring square stable staff stage stand standard star start state station stay steal steel step still
stock stone stop store storm story straight strange street strong student study stuff style subject success such sudden
sugar suggest suit summer sun supply suppose sure surface surprise sweet swim switch system table tail take taken takes
talk tall taste tax teach team tell ten term terrible test text than thank thanks that their them themselves then there
these they thick thin thing things think third this those though thought thousand three through throw thus ticket tie tight
time times tiny tired title today together told tomorrow tonight too took tool top total touch toward town track trade
train training travel treat tree trip trouble truck true trust truth try trying turn twelve twenty twice two type under
understand unit until upon upper use used useful user users uses using usual usually value various very via video view visit
voice vote wait waiting walk wall wallet want wanted war warm was wash waste watch water way wear weather web website week
weekend weight well went were west what whatever wheel when where whether which while white who whole whose why wide wife
wild will win wind window wine winter wire wish with within without woman women won wonder wood word words work worked
working works world worry worse worst worth would write writing wrong wrote yard year years yellow yes yesterday yet you
young your yourself zero zone
`
  .trim()
  .split(/\s+/);

/** Words of everyday talk: a message of nothing else asks nothing that could be looked up. */
export const SCRAPS: ReadonlySet<string> = new Set(
  `the and for you are was has had have not but can could would should will did does how what why when where which who this
that these those them they there here then than with from into about your our his her its one two three four first second
third any all some most more less much many few lot out off yes yeah yep nope okay sure fine right wrong good bad better best
worse great nice cool thanks thank please sorry help need want get got getting give gave make made work works working worked
problem problems issue issues question questions answer answers thing things stuff way ways know known idea ideas guess maybe
try tried trying use used using see saw look looking still again just only also even ever never always often already now soon
later today yesterday tomorrow news update updates updated link links page ping pong bump test testing tests tested hello hey
done back status node urgent asap anyone someone everybody people guys same like really very too well then version time times
let tell say said says ask asked show shown point case part kind sort reason fact end start new old next last long short big
small high low many much start stop going gone come came take took find found think thought mean means meant keep kept
running run runs lgtm ack fyi imo imho afaik iirc idk tbh ngl wdym brb btw lol wtf omg smh following subscribed congrats congratulations
paper kudos yay hooray woohoo wow haha i'm i've i'll i'd it's that's there's`.split(/\s+/),
);
