/**
 * The names that ship for the task "names": given names of many languages, in plain lower-case letters without accents, in
 * the order of the alphabet. Its source: compiled for this project by its authors, from general knowledge and from no
 * other list. Names are facts: no one holds a right in them.
 */
const names = `
aaron abdul abel abigail abraham ada adam adele adelina adina adnan adrian adriana agata agatha agnes ahmed aidan aiko
aileen aisha akira alan alana alba albert alberto aldo alejandra alena alessandro alex alexander alexandra alexei
alfonso alfred alice alicia alina alisa alma alois alonso althea alva alvaro alvin amal amalia amanda amara amber
amelia amina amir amit amos amy ana anastasia anders andre andrea andreas andrew andrzej angela angelo angus anika
anita anja ankita ann anna annabel annette annika ansel anselm anton antonia antonio anya april arata ariana ariel
arjun arlo arman armand arnold arthur arturo arvid asa asha ashley asim astrid atticus aubrey audrey august augusta
aurelia aurora austin ava axel ayaan ayaka ayesha ayumi azra baltasar barbara barnaby barry bartosz basil bastian
beata beatrice beatrix becky bela belinda bella ben benedict benjamin benno berenice bernard bernardo berta bertil
bessie beth bettina bianca bilal birgit bjorn blake blanca bodil bogdan boris bosse brandon brenda brian bridget
brigitte britta bruce bruno bryan burak caleb calvin camila camille candice carina carl carla carlo carlos carmen
carol carolina caroline carter casper cassandra catalina caterina catherine cecil cecilia cedric celeste celia celine
cesar chandra chantal charles charlotte chiara chloe chris christa christian christina christoph claire clara clarence
claudia claudio clemens clementine cleo clifford clive clyde colette colin conrad constance consuelo cora coralie
cordula corina cornelia cosima craig cristina curtis cynthia cyril dagmar dahlia daisuke daisy dalia dalton damian
damir dana daniel daniela daphne daria dario darius darrell david dawn deborah deepak delia delphine denis denise
derek desmond diana diego dieter dilan dimitri dina dinesh dirk dolores dominic dominika donald donatella donna dora
doreen doris dorota dorothea dorothy douglas dragan duncan dustin dylan ebba eckhart edgar edith edmund eduardo edward
edwin eero eileen einar ekaterina elaine eleanor elena eleni elia elias elif elijah elin eliot elisa elisabeth elise
elke ella ellen elmar elmo elodie eloise elsa elvira emanuel emil emilia emilio emily emine emma emmanuel emre enid
enrico enrique eric erica erik erin erna ernest ernesto erwin esme esperanza esteban estelle esther ethan etienne
eugene eugenia eva evan evelyn ezra fabian fabio fabrice faisal faith farah farid fatima faustino fay federico felicia
felicity felipe felix ferdinand fernanda fernando filip filippa fiona flavia fleur flora florence florian frances
francesca francesco francine francis francisco frank franka franz freda freddie frederick freya frida friedrich fritz
gabriel gabriela gaia galina gareth gaspar gaston gavin gemma genevieve geoffrey georg george georgia georgina gerald
gerard gerda gerhard german gertrude gianna gideon gilbert giles gina gioia giorgio giovanni gisela gita giulia
giuseppe gladys glen gloria goran gordon grace graham gregor gregory greta grzegorz guido guillermo gunnar gustav guy
gwen habib hadiya hakan hamza hana hannah hanne hans harald haris harold harriet harry haruka haruto harvey hasan
hassan hattie hazel heather hector hedda hedwig heidi heike heinrich helen helena helga helmut henri henrietta henrik
henry herbert herman hermine hideo hilary hilda hiroshi holger holly homer hope horace hortense howard hubert hugh
hugo humphrey hussein ian ibrahim ida idris ignacio ignatz igor ilana ilona ilse iman imani imogen imran ines inga
ingeborg ingmar ingrid inigo irena irene irina iris irma irving isaac isabel isabella isadora isamu ishaan isidor isla
ismail isolde istvan ivan ivana ivo ivy jack jacob jacqueline jacques jaime jakub jamal james jamie jan jana jane
janet janina janine jarek jasmin jasna jason jasper javier jean jeanette jeffrey jelena jennifer jenny jens jeremy
jerome jesper jessica jesus jill jimena joachim joan joanna joaquin jodie joel johan johanna johannes john jolanda
jonas jonathan jordan jorge josefina joseph josephine joshua josip joy joyce juan juanita judith jules julia julian
juliana julie juliette julio julius jun june junko jurgen justin justine kaan kai kalle kamal kamila karen karim karin
karina karl karla karolina kaspar katarina kate katherine kathleen katja kavita kazuki keiko keith kelly ken kenji
kenneth kevin khadija khalid kieran kim kimberly kiran kirsten klara klaus knut koji konrad konstantin kornelia
krishna kristian kristina krystyna kurt kyle kyra lachlan laila lara larissa lars laszlo latifa laura laurence laurent
lavinia lawrence layla lea leah leander leandro leif leila lena lenny leo leon leona leonard leonardo leonie leonora
leopold leroy leslie lester leticia lev levi lewis lia liam lidia liesel lila lilian liliana lilith lily lina linda
linnea linus lionel lisa lise livia ljuba logan lola lorena lorenzo loretta lorna lotta lotte louis louisa louise luca
lucas lucia lucian luciana lucille lucinda lucy ludmila ludwig luis luisa luka lukas luke luna lydia lynn mabel maciej
madeleine madison mads magda magdalena magnus mahmoud maia maja malcolm malik malin manfred manuel manuela mara marc
marcel marcela marcia marco marcus margaret margarita margot maria mariam marian mariana marie marija marika marilyn
marina mario marion marisa marissa marius marjorie mark marlene marlon marta martha martin martina marvin mary masako
mateo mathilda matias matilde matteo matthew matthias maud maura maureen maurice max maxim maximilian maxine maya
megan mehmet mei melanie melina melinda melissa mercedes meredith meryem michael michaela michal michel michelle
midori miguel mika mikael mikhail mila milan mildred milena milo milos mimi mina minh minna mira miranda mireille
miriam miroslav misaki mischa mitchell mohamed moira molly mona monica monika morgan moritz morris moses muhammad
muriel murray mustafa myra myrtle nadia nadine nadja nahla naima nancy naoko naomi natalia natalie natasha nathan
nathaniel neil nelly nelson nestor nicholas nico nicola nicolas nicole niels nikita nikolai nils nina nisha noah noel
noemi nora norbert noreen norma norman nuria octavia octavio odette odin ofelia okan olaf oleg olga oliver olivia omar
ondine oona oriana orlando oscar osman oswald ottilie otto owen pablo palmira paloma pamela paola parvati pascal
patricia patrick paul paula paulina pavel pearl pedro peggy penelope percy perla pernille peter petra petronella
petter philip philippa phoebe phyllis pia pierre pilar piotr pippa polina polly prakash preeti priscilla priya quentin
quincy quirin rachel radek rafael rafaela raghav rahel rainer raisa raj rajesh ralph ramiro ramon ramona randolph
rania raoul raphael raquel rashid raul ravi raymond rebecca regina reiko reinhard rekha remi remo renata renate rene
renee rex reza rhoda ricardo richard rico rita robert roberta roberto robin rocco roderick rodrigo roger roland rolf
roman romina romy ronald ronan ronja rory rosa rosalie rosalind rosario rose rosemary rowan roxana roy ruben rudolf
rufus rupert russell ruth ryan sabina sabine sabrina sadie sakura salim sally salma salome salvador samantha samir
samira samuel sandra sandro sanjay sara sarah sascha satoshi saul saverio sean sebastian selim selina selma serena
sergei sergio seth severin shane shannon sharon sheila shirin shirley shreya sibylle sidney siegfried sigrid silas
silke silvia simon simone sina sinead sixten slavko sofia soledad solveig sonia sonja sophia sophie soren stanislav
stanley stefan stefania stella stephanie stephen steven stuart sultan sunita susan susanna suzanne svantje sven
svetlana swantje sybil sylvester sylvia szymon tabea tabitha tadeusz takashi takeshi talia tamara tania tanja tara
tarek tatiana taylor ted teodoro teresa tessa thea thelma theo theodor theresa thomas thora thorsten tiago tibor tilda
till tilman tim timo timothy tina tobias todd tomas tomasz tommaso tomoko toni tore torsten travis trevor trine
tristan trudy tyler ugo ulla ulrich ulrika ulysses uma umberto una ursula uta uwe valentin valentina valeria valerie
vanessa vasco vasil vera verena vernon veronica vicente victor victoria vidar vikram viktor vilma vincent vincenzo
viola violet virgil virginia vito vittoria vivian viviana vladimir waldemar walter wanda warren wassily wayne wendy
wenzel werner wesley wilbur wilfred wilhelm willa willem william wilma winifred winston witold wolfgang xander xavier
xenia ximena xiomara yael yannick yara yasmin yasuko yolanda yosef yuki yuri yusuf yuto yvette yvonne zachary zahra
zaid zara zdenka zelda zelia zeno zoe zofia zoltan zora zoran zsofia zuzana
`;

/** One name a line. */
export const text = names.trim().split(/\s+/).join("\n");
