"""Words of which generated texts consist: common English ones, and names as they stand on envelopes."""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


WORDS = _words(
    """the of and to in is that it was for on with as be at by this have from or had not but what all were
    when we there can an your which their said if do will each about how up out them then she many some
    so these would other into has more her two like him see time could no make than first been its who
    now people my made over did down only way find use may water long little very after words called
    just where most know order customer delivery please before morning parcel door leave with neighbour
    if nobody answers ring bell twice invoice paid card account number changed address new street old
    town house garden back gate key under call office ask manager again late early next week monday
    tuesday wednesday thursday friday weekend holiday return item damaged missing box colour size small
    large wrong right left hand side table chair lamp paper book pencil kitchen window glass wood metal
    plastic cotton wool green blue red white black yellow brown price total discount offer season summer
    winter spring autumn gift wrap card message happy birthday thanks quick check stock warehouse shelf
    pallet truck driver route map north south east west river bridge hill station market square church
    school hospital garage workshop factory store shop counter queue ticket stamp letter signature copy
    original print screen button switch cable battery charger adapter engine wheel tyre brake light
    mirror seat belt oil filter pump hose valve pipe tap sink bath shower towel soap brush bucket ladder
    rope nail screw hammer saw drill paint roller tape glue sand cement brick stone tile roof wall floor
    ceiling stair lift corridor room desk drawer folder file note pad pen ruler clock watch phone camera
    radio speaker cable network line signal weak strong slow fast repair replace inspect clean measure
    weigh pack label seal open close lock unlock start stop wait hold release agree confirm cancel
    refund complain answer urgent fragile heavy light dry cool warm cold fresh frozen bread milk butter
    cheese egg apple pear plum cherry grape lemon orange tomato potato carrot onion bean pea rice flour
    sugar salt pepper coffee tea juice"""
)
"""About four hundred words, the more frequent ones first, as draws expect them."""

FIRST_NAMES = _words(
    """James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan
    Joseph Jessica Thomas Sarah Charles Karen Daniel Nancy Matthew Betty Anthony Sandra Mark Margaret
    Paul Ashley Steven Kimberly Andrew Emily Kenneth Donna Joshua Michelle Kevin Carol Brian Amanda
    George Melissa Edward Deborah Ronald Stephanie Timothy Rebecca Jason Laura Jeffrey Helen Ryan Sharon
    Jacob Cynthia Gary Kathleen"""
)
LAST_NAMES = _words(
    """Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Wilson
    Anderson Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis
    Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker
    Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards
    Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson
    Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Wood Bennett Gray Hughes Price
    Myers Long Foster Sanders Ross Powell Sullivan Russell Jenkins Perry Butler Barnes Fisher"""
)
STREETS = _words(
    """High Station Church Park Mill Victoria Green Queen King New Grange North South West East London
    Manor Springfield George York Albert Windsor Chester Bridge Meadow Orchard School Water Castle
    Market"""
)
STREET_KINDS = ("Street", "Road", "Lane", "Avenue", "Close", "Drive", "Way", "Square")
TOWNS = _words(
    """Ashford Barnsley Bedford Blackpool Bolton Bradford Brighton Bristol Burnley Cambridge Canterbury
    Carlisle Chesterfield Colchester Coventry Crewe Darlington Derby Doncaster Dover Durham Exeter
    Gateshead Gloucester Halifax Harlow Hastings Hereford Huddersfield Ipswich Lancaster Leeds Leicester
    Lincoln Luton Maidstone Newcastle Northampton Norwich Nottingham Oldham Oxford Peterborough Plymouth
    Portsmouth Preston Reading Rochdale Salisbury Sheffield Shrewsbury Southampton Stafford Stockport
    Swindon Taunton Telford Torquay Wakefield Warrington Watford Wigan Winchester Worcester Worthing
    York"""
)
COUNTRIES = _words(
    """Austria Belgium Brazil Canada Chile Denmark Finland France Germany Greece India Ireland Italy Japan
    Mexico Netherlands Norway Poland Portugal Spain Sweden Switzerland Turkey Ukraine Uruguay"""
)
